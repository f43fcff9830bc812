// The tests use the system's Chromium (scripts/browsers.ts finds or installs it); Puppeteer must not download its own.
module.exports = { skipDownload: true };

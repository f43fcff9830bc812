// The tests use the system's Chromium (scripts/browsers.ts finds or installs it); puppeteer must not download one of its own.
module.exports = { skipDownload: true };

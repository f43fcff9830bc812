-- What became of parcels whose carrier reports nothing is also recorded by file.
alter table import_job drop constraint import_job_kind_known;
alter table import_job
  add constraint import_job_kind_known check (kind in ('orders', 'receipts', 'opening-stock', 'products', 'locations', 'tracks'));

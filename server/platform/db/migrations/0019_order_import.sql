-- Orders are imported from workbooks.
alter table import_job drop constraint import_job_kind_known;
alter table import_job add constraint import_job_kind_known check (kind in ('orders', 'receipts', 'opening-stock', 'products', 'locations'));

-- Imports name the drafts that they created as documents, whatever their kind is; so do those that are already posted.
select set_config('app.kind', 'platform', true);
update import_job set result = jsonb_set(result, '{drafts}', (
  select coalesce(jsonb_agg(jsonb_build_object('document_uuid', d.draft ->> 'receipt_uuid', 'document_number', d.draft ->> 'receipt_number') order by d.place), '[]')
  from jsonb_array_elements(result -> 'drafts') with ordinality d (draft, place)))
where result ? 'drafts';
select set_config('app.kind', '', true);

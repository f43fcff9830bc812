-- What has left by a waybill that was to be void is wished for after all. 0044 acted for nobody when it said so: row-level security hid every row from it.
select set_config('app.kind', 'platform', true);
update waybill set void_reason = '', replace_channel_uuid = null, problem_kind = '', problem_text = ''
  where status = 'issued' and void_reason <> '' and handed_over_at is not null;
select set_config('app.kind', '', true);

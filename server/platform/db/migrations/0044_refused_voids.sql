-- What its carrier refused to void is to be looked at until it is void or has left, also while its label is still fetched.
drop index waybill_to_look_at;
create index waybill_to_look_at on waybill (provider_uuid, waybill_uuid)
  where status = 'failed' or (status = 'issued' and problem_kind <> '' and next_try_at is null)
    or (status = 'issued' and void_reason <> '' and handed_over_at is null);

-- What has left by a waybill that was to be void is wished for after all.
update waybill set void_reason = '', replace_channel_uuid = null, problem_kind = '', problem_text = ''
  where status = 'issued' and void_reason <> '' and handed_over_at is not null;

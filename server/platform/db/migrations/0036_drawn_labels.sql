-- Labels that we draw are kept, each as it was drawn: a thousand of them would take half a minute to draw while people wait.

alter table waybill_label
  -- the size and language of a label of ours with the digest of what is on it; empty for a carrier's
  add column drawn_as text not null default '',
  drop constraint waybill_label_pkey,
  add constraint waybill_label_pkey primary key (provider_uuid, waybill_uuid, drawn_as),
  add constraint waybill_label_drawn_short check (length(drawn_as) <= 100);

-- A parcel of nobody is an exception until it is assigned; empty if its owner was known.
alter table return_order add column exception_number text not null default '';

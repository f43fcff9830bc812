-- A substitute that the supplier proposes for a line that is short, and what the retailer says to it.
alter table exception_case
  add column proposed_line_uuid uuid,
  add column proposed_variant_uuid uuid,
  -- as they were when it was proposed: a retailer does not see the provider's products
  add column proposed_sku text not null default '',
  add column proposed_title text not null default '',
  -- empty without a proposal
  add column consent text not null default '',
  add constraint exception_case_consent_known check (consent in ('', 'asked', 'agreed', 'declined')),
  add constraint exception_case_proposal_whole check (
    (proposed_line_uuid is null) = (consent = '') and (proposed_variant_uuid is null) = (consent = '')),
  add constraint exception_case_proposed_variant_fkey foreign key (provider_uuid, proposed_variant_uuid) references variant,
  drop constraint exception_case_resolution_known,
  add constraint exception_case_resolution_known check (resolution in ('', 'reallocated', 'split', 'substituted', 'lines_cancelled', 'order_cancelled',
    'cancel_rejected', 'address_corrected', 'address_confirmed', 'order_returned', 'order_merged', 'other'));

-- The list of charges asks of each charge whether a credit gave some of it back. Credits are few; by their source they are found at once, whereas a
-- warehouse has a charge of its own for each day (a page of 50 charges: 1.9 ms instead of 5.6).
create index charge_credit on charge (provider_uuid, retailer_uuid, source_uuid) where amount_cents < 0 and status = 'posted';

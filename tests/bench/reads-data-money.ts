const wallet =
  "provider_uuid, transaction_uuid, leg, retailer_uuid, account, amount_cents, currency, source_type, source_uuid, at, user_uuid";

/** Charges, top-ups, requests and statements: the demo's retailer has some 2,000 entries. */
export const money: readonly string[] = [
  `create temp table charged as
    select *, uuidv7(posted_at - now()) as charge_uuid from (
      select r.provider_uuid, r.owner_uuid as retailer_uuid, 'handling' as kind, event, 'receipt' as source_type, r.receipt_uuid as source_uuid, r.warehouse_uuid, 100 + i * 7 % 900 as cents, '' as remark, ended_at as posted_at
        from incoming i join receipt r using (provider_uuid, receipt_uuid) cross join unnest(array['receiving_piece', 'putaway_piece']) event where r.status = 'completed' and r.owner_uuid <> r.provider_uuid
      union all
      select tenant.provider_uuid, shop.retailer_uuid, 'storage', 'storage_piece_day', 'warehouse-day', warehouse_uuid, warehouse_uuid, 40 + d % 90, '', now() - make_interval(days => d, mins => shop.k::int)
        from shop join tenant using (t) join building using (t, provider_uuid) cross join generate_series(1, 120) d where building.k = 0 and shop.k < 11
      union all
      select provider_uuid, retailer_uuid, 'other', 'by_hand', 'hand', gen_random_uuid(), null, 500 + i, 'Relabelling of ' || i || ' pieces', now() - make_interval(hours => i * 7)
        from generate_series(1, 720) i join owner_slot on t = (i % 6 = 0)::int and slot = 20 + i * 3 % 80 join lateral (select owner_uuid as retailer_uuid) r on true
    ) all_charges order by posted_at`,
  `insert into charge (provider_uuid, charge_uuid, retailer_uuid, kind, event, source_type, source_uuid, day, warehouse_uuid, quantity_milli, amount_cents, currency, remark, posted_at)
    select provider_uuid, charge_uuid, retailer_uuid, kind, event, source_type, source_uuid, posted_at::date, warehouse_uuid, 12000, cents, 'USD', remark, posted_at from charged order by charge_uuid`,
  `create temp table paid as
    select i, provider_uuid, user_uuid, shop.retailer_uuid, uuidv7(make_interval(hours => (i - 1800) * 4)) as top_up_uuid, case when shop.k % 5 = 4 then 500 else 3000 + i * 17 % 5000 end as cents
    from generate_series(1, 1800) i join tenant on t = (i % 6 = 0)::int join shop using (t) where shop.k = case when i % 5 = 1 then 0 else i % 64 end`,
  `insert into top_up (provider_uuid, top_up_uuid, retailer_uuid, amount_cents, currency, method, reference, received_on, remark, recorded_at, recorded_by)
    select provider_uuid, top_up_uuid, retailer_uuid, cents, 'USD', (array['bank', 'card', 'cash', 'platform'])[1 + i % 4], 'TT-' || i, uuid_extract_timestamp(top_up_uuid)::date, '', uuid_extract_timestamp(top_up_uuid), user_uuid
    from paid order by i`,
  `insert into wallet_entry (${wallet})
    select provider_uuid, id, leg, retailer_uuid, case leg when 1 then 'balance' else account end, case leg when 1 then amount else -amount end, 'USD', source_type, source_uuid, at, user_uuid
    from (
      select *, uuidv7(at - now()) as id from (
        select provider_uuid, retailer_uuid, kind as account, -cents as amount, 'charge' as source_type, charge_uuid as source_uuid, posted_at as at, null::uuid as user_uuid from charged
        union all select provider_uuid, retailer_uuid, 'paid_in', cents, 'top-up', top_up_uuid, uuid_extract_timestamp(top_up_uuid), user_uuid from paid
      ) moved order by at
    ) made cross join generate_series(1, 2) leg order by id, leg`,
  `insert into top_up_request (provider_uuid, request_uuid, retailer_uuid, status, amount_cents, currency, reference, sent_on, note, requested_at, requested_by, decided_at, decided_by, decision_note, top_up_uuid)
    select provider_uuid, uuidv7(make_interval(hours => (i - 1800) * 4 - 12)), retailer_uuid, status, cents, 'USD', 'REQ-' || i, uuid_extract_timestamp(top_up_uuid)::date, 'For the next container', uuid_extract_timestamp(top_up_uuid),
      user_uuid, case when status <> 'requested' then now() end, case when status <> 'requested' then user_uuid end, case when status = 'declined' then 'Not received' else '' end,
      case when status = 'confirmed' then top_up_uuid end
    from paid cross join lateral (select case when i % 10 < 7 then 'confirmed' when i % 10 = 7 then 'declined' when i % 10 = 8 then 'withdrawn' else 'requested' end as status) decided order by i`,
  // Two years of months of everybody with a wallet, summed from the entries.
  `insert into statement (provider_uuid, statement_uuid, retailer_uuid, statement_number, month, from_at, to_at, currency, opening_cents, paid_in_cents, charged_cents, closing_cents, issued_at)
    select provider_uuid, uuidv7(month + interval '1 month 1 day' - now()), retailer_uuid, 'S-' || to_char(month, 'YYMM') || '01-' || lpad(row_number() over (partition by provider_uuid order by month, retailer_uuid)::text, 4, '0'), month,
      month, month + interval '1 month', 'USD', coalesce(sum(paid - charged) over before, 0), paid, charged, coalesce(sum(paid - charged) over before, 0) + paid - charged, month + interval '1 month 1 day'
    from (
      select a.provider_uuid, a.retailer_uuid, month, coalesce(sum(amount_cents) filter (where source_type = 'top-up'), 0) as paid, coalesce(-sum(amount_cents) filter (where source_type = 'charge'), 0) as charged
      from wallet_account a cross join generate_series(date_trunc('month', now()) - interval '24 months', date_trunc('month', now()) - interval '1 month', interval '1 month') month
        left join wallet_entry e on e.provider_uuid = a.provider_uuid and e.retailer_uuid = a.retailer_uuid and e.leg = 1 and e.at >= month and e.at < month + interval '1 month'
      where a.account = 'balance' and month + interval '1 month 1 day' < now() group by 1, 2, 3
    ) summed window before as (partition by provider_uuid, retailer_uuid order by month rows between unbounded preceding and 1 preceding) order by month, retailer_uuid`,
  `insert into retailer_terms (provider_uuid, retailer_uuid, rate_card_uuid, price_tier_uuid, credit_limit_cents)
    select provider_uuid, shop.retailer_uuid, case when k % 3 = 0 then rate_card_uuid end, price_tier_uuid, k % 10 * 10000
    from shop join tenant using (t) join rate_card using (provider_uuid) join price_tier using (provider_uuid) where k < 400 on conflict do nothing`,
];

/** The catalogue of the provider's own goods, and what retailers claim of it. */
export const catalogue: readonly string[] = [
  `create temp table item as
    select p.n, t, p.provider_uuid, p.product_uuid, uuidv7(make_interval(mins => (p.n - 12000) * 30)) as item_uuid, case when p.n % 20 = 1 then 'draft' when p.n % 25 = 2 then 'withdrawn' else 'listed' end as status
    from made_product p where owner_uuid = provider_uuid and n % 40 <> 3`,
  `insert into catalogue_item (provider_uuid, item_uuid, product_uuid, title, description, status, listed_at, created_at, updated_at)
    select provider_uuid, item_uuid, product_uuid, title, p.description, item.status, case when item.status <> 'draft' then now() end, now(), now() from item join product p using (provider_uuid, product_uuid) order by n`,
  `insert into catalogue_price (provider_uuid, item_uuid, variant_uuid, currency, scope, scope_uuid, price_cents)
    select i.provider_uuid, i.item_uuid, v.variant_uuid, 'USD', scope, scope_uuid, 1000 + i.n * 3 % 4000 - less
    from item i join variant v using (provider_uuid, product_uuid) cross join lateral (
      select 'list' as scope, i.provider_uuid as scope_uuid, 0 as less where i.n % 30 > 0
      union all select 'tier', price_tier_uuid, 100 from price_tier p where p.provider_uuid = i.provider_uuid and i.n % 3 = 0
      union all select 'retailer', s.retailer_uuid, 150 from shop s where s.t = i.t and s.k < 20 and i.n % 10 = s.k % 10
    ) price order by i.n, v.variant_uuid, scope`,
  `create temp table wish as
    select i.n, i.t, i.provider_uuid, i.item_uuid, i.product_uuid, s.retailer_uuid, s.k, gen_random_uuid() as wish_uuid, uuidv7() as claim_uuid
    from item i join shop s on s.t = i.t and (s.k = 0 and i.n % 3 > 0 or s.k between 1 and 30 and (i.n + s.k) % 20 = 0) where i.status = 'listed'`,
  `insert into claim (provider_uuid, claim_uuid, retailer_uuid, item_uuid, title, description, status, created_at, updated_at)
    select w.provider_uuid, claim_uuid, retailer_uuid, w.item_uuid, i.title, i.description, case when w.n % 12 = 7 then 'withdrawn' else 'active' end, now() - make_interval(mins => 12000 - w.n), now()
    from wish w join catalogue_item i using (provider_uuid, item_uuid) order by w.n, w.k`,
  `insert into claim_variant (provider_uuid, claim_uuid, variant_uuid, retailer_uuid, own_sku, sale_price_cents, sale_currency, agreed_price_cents, agreed_currency)
    select w.provider_uuid, w.claim_uuid, v.variant_uuid, w.retailer_uuid, case when w.k = 0 then 'OWN-' || v.sku else '' end, 2000 + w.n % 3000, 'USD', 1000 + w.n * 3 % 4000, 'USD'
    from wish w join variant v using (provider_uuid, product_uuid) order by w.n, w.k, v.variant_uuid`,
];

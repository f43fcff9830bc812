/** 48 carrier accounts with 60 failed requests each, and 150 channels, each with four zones of twelve prices and a cut-off. Every sixth is another provider's. */
export const carriers: readonly string[] = [
  `insert into carrier_account (provider_uuid, carrier_account_uuid, api_name, label, client_id, is_enabled)
    select provider_uuid, gen_random_uuid(), (array['4px', 'yunexpress', 'yanwen', 'other'])[1 + i % 4], 'Account ' || i, 'client-' || i, i % 10 <> 7
    from generate_series(1, 48) i join tenant on t = (i % 6 = 0)::int`,
  `insert into carrier_error (provider_uuid, carrier_error_uuid, carrier_account_uuid, at, operation, kind, code, text, reference)
    select provider_uuid, gen_random_uuid(), carrier_account_uuid, now() - e * interval '1 hour', (array['createWaybill', 'getLabel', 'getTracking'])[1 + e % 3],
      (array['refused', 'unreachable', 'rateLimited'])[1 + e % 3], e::text, 'The carrier refused request ' || e, 'QS-' || e
    from carrier_account cross join generate_series(1, 60) e`,
  `create temp table line as
    select i, provider_uuid, gen_random_uuid() as channel_uuid, a.carrier_account_uuid, coalesce(a.is_enabled, true) as is_account_enabled
    from generate_series(1, 150) i join tenant on t = (i % 6 = 0)::int left join lateral (
      select carrier_account_uuid, is_enabled from carrier_account c where c.provider_uuid = tenant.provider_uuid and i % 5 > 0
      order by md5(c.carrier_account_uuid::text || i) limit 1
    ) a on true`,
  `insert into channel (provider_uuid, channel_uuid, carrier_account_uuid, is_account_enabled, name, code, internal_id, is_enabled, include_countries, exclude_countries, currency, max_grams, volumetric_divisor)
    select provider_uuid, channel_uuid, carrier_account_uuid, is_account_enabled, 'Line ' || i, 'L' || i, i::text, i % 9 <> 0,
      case when i % 3 = 0 then array['CA', 'DE', 'GB', 'US'] else '{}' end, case when i % 3 = 1 then array['BR', 'RU'] else '{}' end, 'USD', 20000, case when i % 2 = 0 then 6000 end
    from line`,
  `insert into channel_zone (provider_uuid, channel_uuid, zone_number, name, countries)
    select provider_uuid, channel_uuid, z, 'Zone ' || z, case z when 1 then array['CA', 'US'] when 2 then array['DE', 'FR', 'IT'] when 3 then array['AU', 'JP'] else '{}' end
    from line cross join generate_series(1, 4) z`,
  `insert into channel_price (provider_uuid, channel_uuid, zone_number, up_to_grams, base_micros, step_grams, step_from_grams, step_micros)
    select provider_uuid, channel_uuid, z, p * 500, 2000000 + p * 500000, case when p % 2 = 0 then 100 end, case when p % 2 = 0 then 0 end, case when p % 2 = 0 then 90000 end
    from line cross join generate_series(1, 4) z cross join generate_series(1, 12) p`,
  `insert into channel_cut_off (provider_uuid, channel_uuid, warehouse_uuid, cut_off)
    select provider_uuid, channel_uuid, warehouse_uuid, '1' || i % 8 || ':30' from line join tenant using (provider_uuid) join building using (t, provider_uuid) where k = 0`,
];

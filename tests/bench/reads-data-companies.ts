/**
 * Companies of the reads' data. Statements run in order; `tenant` and the other temporary tables number what later statements refer to. Every sixth row
 * belongs to another provider, tenant 1, as in a shared database.
 */
export const companies: readonly string[] = [
  `create temp table tenant as
    select 0 as t, p.related_uuid as provider_uuid, p.user_uuid, o.user_uuid as operator_uuid, r.related_uuid as retailer_uuid, r.user_uuid as retailers_user
    from app_user p, app_user o, app_user r where p.username = 'provider01' and o.username = 'operator01' and r.username = 'retailer01'
    union all select 1, uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()`,
  // 1,200 suppliers that are open for sign-up, the other tenant among them.
  `insert into provider (provider_uuid, name, country_code, introduction)
    select provider_uuid, 'Second Warehouse', 'CN', 'Also a customer of this server.' from tenant where t = 1
    union all
    select uuidv7(), (array['Harbour', 'Anchor', 'Meridian', 'Lantern', 'Quayline', 'Beacon'])[1 + n % 6] || ' Logistics ' || n, (array['CN', 'US', 'DE', 'GB'])[1 + n % 4],
      'Stores and ships for shops of every size, from two halls beside the port.' from generate_series(1, 1200) n`,
  // Retailers: the demo's is number 0 of tenant 0.
  `create temp table shop as
    select t, retailer_uuid, row_number() over (partition by t order by n) - 1 as k, n from (
      select t, retailer_uuid, 0 as n from tenant
      union all select (n % 6 = 0)::int, uuidv7(make_interval(hours => (n - 1440) * 6)), n from generate_series(1, 1440) n
    ) numbered`,
  `insert into retailer (retailer_uuid, name, country_code)
    select retailer_uuid, (array['Coral', 'Pine', 'Copper', 'Velvet', 'Juniper', 'Slate', 'Maple'])[1 + n % 7] || ' Goods ' || lpad(n::text, 4, '0'), (array['US', 'DE', 'FR', 'GB'])[1 + n % 4]
    from shop where n > 0 or t = 1 order by n`,
  `insert into retailer_provider (provider_uuid, retailer_uuid, is_blocked, created_at)
    select provider_uuid, s.retailer_uuid, n % 50 = 7, coalesce(uuid_extract_timestamp(s.retailer_uuid), now())
    from shop s join tenant using (t) where n > 0 or t = 1 order by n`,
  `insert into company (owner_uuid, legal_name, address) select retailer_uuid, 'Goods ' || n || ' LLC', n || ' Dock Road' from shop where n > 0 order by n`,
  // A user for every fourth retailer, and 240 operators with five or six permissions each.
  `insert into app_user (user_uuid, username, password_hash, role, related_uuid, display_name, email, last_seen_at)
    select uuidv7(), 'shop-user-' || n, 'none', 'dropShipper', retailer_uuid, 'Buyer ' || n, 'buyer' || n || '@shop.example', now() - make_interval(hours => n)
    from shop where n > 0 and n % 4 = 0 order by n`,
  `create temp table colleague as
    select t, provider_uuid, user_uuid, row_number() over (partition by t order by n) - 1 as k, n from (
      select t, provider_uuid, operator_uuid as user_uuid, 0 as n from tenant where t = 0
      union all select t, provider_uuid, uuidv7(), n from generate_series(1, 1440) n join tenant on t = (n % 6 = 0)::int
    ) numbered`,
  `insert into app_user (user_uuid, username, password_hash, role, related_uuid, display_name, email, status, last_seen_at)
    select user_uuid, 'operator-' || n, case when n % 9 > 0 then 'none' end, 'operator', provider_uuid, 'Operator ' || n, 'operator' || n || '@warehouse.example',
      case when n % 9 = 0 then 'invited' when n % 31 = 1 then 'blocked' else 'active' end, case when n % 9 > 0 then now() - make_interval(mins => n * 7) end
    from colleague where n > 0 order by n`,
  `insert into operator_grant (provider_uuid, user_uuid, permission)
    select provider_uuid, user_uuid, permission from colleague, unnest(array['goods', 'receiving', 'stockCounts', 'picking', 'packing', 'customers', 'reports']) with ordinality p (permission, place)
    where n > 0 and (n + place) % 5 <> 0 order by n, place`,
];

/** Downloads, imports with their rows, and messages to support. */
export const papers: readonly string[] = [
  `create temp table bench_download as
    select n, t, provider_uuid, user_uuid, uuidv7(make_interval(mins => (n - 1500) * 5)) as download_uuid, case when n % 20 > 2 then gen_random_uuid() end as file_uuid
    from generate_series(1, 1500) n join tenant on t = (n % 6 = 0)::int`,
  `insert into file (provider_uuid, file_uuid, user_uuid, purpose, name, extension, content_type, byte_size, sha256, store_key, created_at)
    select provider_uuid, file_uuid, user_uuid, 'download', 'stock.xlsx', 'xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 20000 + n, sha256(uuid_send(file_uuid)),
      file_uuid::text, uuid_extract_timestamp(download_uuid)
    from bench_download where file_uuid is not null order by n`,
  `insert into download (provider_uuid, download_uuid, user_uuid, kind, name, status, progress, file_uuid, created_at, expires_at, seen_at)
    select provider_uuid, download_uuid, user_uuid, 'audit.export', 'Audit log ' || n, case n % 20 when 0 then 'queued' when 1 then 'running' when 2 then 'failed' else 'ready' end,
      case when n % 20 > 2 then 100 else n % 20 * 10 end, file_uuid, uuid_extract_timestamp(download_uuid), now() + interval '30 days', case when n % 3 = 0 then now() end
    from bench_download order by n`,
  `create temp table bench_import as
    select n, t, provider_uuid, operator_uuid as user_uuid, gen_random_uuid() as import_uuid, case when n = 1500 - 1 then 3000 else 12 end as rows
    from generate_series(1, 1500) n join tenant on t = (n % 6 = 0)::int`,
  `insert into import_job (provider_uuid, import_uuid, user_uuid, kind, status, file_name, row_count, ready_count, problem_count, bad_row_count, result, created_at, posted_at)
    select provider_uuid, import_uuid, user_uuid, (array['receipts', 'opening-stock', 'products', 'locations'])[1 + n % 4], case when n % 5 = 0 then 'POSTED' else 'CHECKED' end,
      'goods-' || n || '.xlsx', rows, rows - rows / 10, rows / 10, rows / 10, case when n % 5 = 0 then '{"products": 11}'::jsonb end, now() - make_interval(mins => (1500 - n) * 30),
      case when n % 5 = 0 then now() - make_interval(mins => (1500 - n) * 30 - 5) end
    from bench_import order by n`,
  `insert into import_row (provider_uuid, import_uuid, row_number, cells, prepared, problems)
    select provider_uuid, import_uuid, r + 1, jsonb_build_object('sku', 'Q' || lpad(r::text, 8, '0'), 'title', 'Coil of rope', 'quantity', (r % 90)::text, 'warehouse', 'East 1', 'box', (r % 7)::text),
      case when r % 10 > 0 then '{"quantity": 1}'::jsonb end, case when r % 10 > 0 then '[]'::jsonb else '[{"field": "sku", "code": "goods.skuShape"}]'::jsonb end
    from bench_import, generate_series(1, rows) r order by n, r`,
  `insert into support_request (request_uuid, number, email, topic, message, page, language, status, answer, answered_at, created_at)
    select uuidv7(make_interval(mins => (n - 1200) * 20)), 'S-' || lpad(n::text, 6, '0'), 'person' || n || '@shop.example', (array['counts', 'blocked', 'export', 'payment', 'device', 'privacy', 'other'])[1 + n % 7],
      repeat('The collector stops on the second page of a listing. ', 1 + n % 8), '/help', case when n % 3 = 0 then 'zh_cn' else 'en_us' end,
      case when n % 4 = 0 then 'ANSWERED' else 'OPEN' end, case when n % 4 = 0 then repeat('Please update the extension. ', 4) else '' end, case when n % 4 = 0 then now() end,
      now() - make_interval(mins => (1200 - n) * 20)
    from generate_series(1, 1200) n`,
];

-- What a stocktake was planned for, so that a counter who scans a location outside of it is asked first. Null means no bound of that kind; of stocktakes
-- planned before this migration nothing is known, so nobody is asked. No foreign keys: a shelf that is deleted later leaves the plan as it was.
alter table stocktake
  add column partition_uuid uuid,
  add column shelf_uuid uuid,
  add column from_location text,
  add column to_location text,
  -- SKUs were named: only the locations where they lay are planned
  add column is_by_sku boolean not null default false;

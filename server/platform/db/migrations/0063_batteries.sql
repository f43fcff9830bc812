-- Carriers take parcels with batteries on some channels only, and want to be told.
alter table variant add column has_battery boolean not null default false;

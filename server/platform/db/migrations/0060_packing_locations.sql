-- A print station is set to one of the packing locations, of which a company has few among all of its locations.
create index location_to_pack_at on location (provider_uuid, warehouse_uuid, barcode) where type = 'packing';

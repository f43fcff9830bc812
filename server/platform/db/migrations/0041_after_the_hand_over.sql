-- What has left the house is printed no more: parcels whose labels were printed elsewhere would stay among those to print.

drop index waybill_to_print;
create index waybill_to_print on waybill (provider_uuid, waybill_uuid)
  where status = 'issued' and print_count = 0 and label_type <> '' and handed_over_at is null;

-- What a carrier reported of a parcel that is still in the house can be taken back.
grant delete on waybill_track to quayside_app;

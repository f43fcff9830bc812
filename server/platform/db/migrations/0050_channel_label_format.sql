-- Label printers print ZPL themselves. Where a carrier offers it, a channel's labels are asked for in it.
alter table channel add column label_format text not null default 'pdf';
alter table channel add constraint channel_label_format_known check (label_format in ('pdf', 'zpl'));

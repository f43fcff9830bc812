-- A transaction that notifies holds a lock of the whole database from before its commit is flushed until after it, so such commits follow one another.
-- The process that committed an event now has it numbered afterwards, which notifies all others; each also looks for events without a number by the clock.
drop trigger event_written on event;
drop function tell_of_event();

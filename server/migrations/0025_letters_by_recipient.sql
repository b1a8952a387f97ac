-- How many letters an address was written, through whichever account; and those to erase with a person.
create index outbox__recipient_idx on outbox (recipient, created_at);

-- When the records of a company's sender were last found complete; null keeps the platform's own address.
alter table company add column sender_verified_at timestamptz;
-- Null is the platform's own address.
alter table mail add column sender_address text;

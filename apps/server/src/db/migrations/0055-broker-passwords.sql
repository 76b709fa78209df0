-- Password hashes in the forms that external brokers take, so that one which lost its accounts can be filled again:
-- RabbitMQ's (4 bytes of salt, SHA-256) and that of Mosquitto's dynamic-security plugin (12 bytes of salt, PBKDF2).
-- Null where the password was issued before, until the embedded broker sees it again.
alter table controller
  add column mqtt_password_rabbitmq bytea,
  add column mqtt_password_mosquitto bytea;

-- One role per service. It owns the schema with its name and has no access to the others.
--
--   GATEWAY_DB_PASSWORD=... TEMPLATE_DB_PASSWORD=... (all six) psql "$ADMIN_URL" -1 -f roles.sql
--
-- Needs psql 15 or newer and a role that can create roles and schemas in this database; the services cannot. Run it again
-- to change a password.
\set ON_ERROR_STOP on
\getenv gateway_password GATEWAY_DB_PASSWORD
\getenv template_password TEMPLATE_DB_PASSWORD
\getenv delivery_password DELIVERY_DB_PASSWORD
\getenv tracking_password TRACKING_DB_PASSWORD
\getenv customer_password CUSTOMER_DB_PASSWORD
\getenv drip_password DRIP_DB_PASSWORD

select format('create role %I login', role)
from unnest(array['postrider_gateway', 'postrider_template', 'postrider_delivery', 'postrider_tracking', 'postrider_customer', 'postrider_drip']) as role
where not exists (select from pg_roles where rolname = role) \gexec

alter role postrider_gateway password :'gateway_password';
alter role postrider_template password :'template_password';
alter role postrider_delivery password :'delivery_password';
alter role postrider_tracking password :'tracking_password';
alter role postrider_customer password :'customer_password';
alter role postrider_drip password :'drip_password';

-- Managed databases have no superuser, and only a member of a role can create a schema for it.
grant postrider_gateway, postrider_template, postrider_delivery, postrider_tracking, postrider_customer, postrider_drip to current_user;

create schema if not exists gateway authorization postrider_gateway;
create schema if not exists template authorization postrider_template;
create schema if not exists delivery authorization postrider_delivery;
create schema if not exists tracking authorization postrider_tracking;
create schema if not exists customer authorization postrider_customer;
create schema if not exists drip authorization postrider_drip;

revoke all on schema public from public;
revoke all on database :"DBNAME" from public;
grant connect on database :"DBNAME"
  to postrider_gateway, postrider_template, postrider_delivery, postrider_tracking, postrider_customer, postrider_drip;

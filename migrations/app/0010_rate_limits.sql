-- How often somebody did something, shared by all replicas. Keys are keyed hashes: no address, number or person lies here.
create table faro.rate_limits (
	key text primary key check (char_length(key) <= 255),
	points integer not null default 0,
	expire bigint
);
create index rate_limits_expire_idx on faro.rate_limits (expire);

alter table faro.rate_limits enable row level security;
comment on table faro.rate_limits is 'counted by the server alone: no policy, no grant';
comment on column faro.rate_limits.expire is 'when the window ends, in milliseconds since 1970';

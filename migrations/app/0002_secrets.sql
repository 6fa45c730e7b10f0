-- Keys the installation makes for itself, in the schema that no API role can use.
create table faro.secrets (
	name text primary key,
	value text not null,
	created_at timestamptz not null default now()
);
alter table faro.secrets enable row level security;
comment on table faro.secrets is 'read by the server alone: no policy, no grant';

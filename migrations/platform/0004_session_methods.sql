-- How each session was opened: a password, a code, a recovery. A recovery may set a password for a while.
create table auth.mfa_amr_claims (
	session_id uuid not null references auth.sessions on delete cascade,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	authentication_method text not null,
	id uuid not null default gen_random_uuid() primary key,
	unique (session_id, authentication_method)
);

-- Nobody but the server reads it: no policy, no grant.
alter table auth.mfa_amr_claims enable row level security;

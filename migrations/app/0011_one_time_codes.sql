-- Codes and links that prove whose mailbox or telephone it is. Only hashes: a copy of this table opens nothing.
create table faro.one_time_codes (
	id uuid primary key default gen_random_uuid(),
	purpose text not null check (purpose in ('entry', 'recovery', 'email_change', 'phone_change', 'reauthentication', 'exchange')),
	subject text not null check (char_length(subject) between 1 and 254),
	user_id uuid references auth.users on delete cascade,
	code_hash text,
	link_hash text not null unique,
	details jsonb not null default '{}',
	wrong_tries smallint not null default 0,
	created_at timestamptz not null default now(),
	code_expires_at timestamptz not null,
	link_expires_at timestamptz not null,
	unique (purpose, subject)
);
comment on column faro.one_time_codes.subject is 'the address or number it proves; for a reauthentication the account';
comment on column faro.one_time_codes.user_id is 'null: nobody has this address or number, and nothing was sent';
create index one_time_codes_user_id_idx on faro.one_time_codes (user_id);
create index one_time_codes_link_expires_at_idx on faro.one_time_codes (link_expires_at);

-- Nobody but the server reads it: no policy, no grant.
alter table faro.one_time_codes enable row level security;

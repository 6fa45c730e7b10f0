-- Files, shaped like the hosted platform's `storage` schema, so that lists of them can be moved there and back with plain
-- copies. What is in them lies beside it in chunks, because here the database is the disk as well.
create schema storage;
comment on schema storage is 'buckets, the objects in them and their content';
revoke all on schema storage from public;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
	id text primary key check (char_length(id) between 1 and 100),
	name text not null unique,
	owner uuid,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	public boolean not null default false,
	avif_autodetection boolean not null default false,
	file_size_limit bigint check (file_size_limit > 0),
	allowed_mime_types text[],
	owner_id text,
	type text not null default 'STANDARD' check (type = 'STANDARD')
);
comment on column storage.buckets.public is 'objects are read by address alone, without a key; listing them still needs a policy';
comment on column storage.buckets.owner is 'no foreign key: a stored file must not stand in the way of deleting an account';

create table storage.objects (
	id uuid primary key default gen_random_uuid(),
	bucket_id text not null references storage.buckets on delete restrict,
	name text collate "C" not null check (octet_length(name) between 1 and 1024),
	owner uuid,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	last_accessed_at timestamptz not null default now(),
	metadata jsonb,
	path_tokens text[] generated always as (string_to_array(name, '/')) stored,
	version text,
	owner_id text,
	user_metadata jsonb,
	unique (bucket_id, name)
);
create unique index objects_version_key on storage.objects (version);
comment on column storage.objects.version is 'names the content; every upload brings a new one, so that replacing is one statement';

create table storage.chunks (
	version text not null,
	start bigint not null check (start >= 0),
	content bytea not null check (octet_length(content) between 1 and 1048576),
	primary key (version, start)
);
comment on table storage.chunks is 'the content of objects, and of uploads that are not finished';
-- Forms and pictures are compressed already.
alter table storage.chunks alter column content set storage external;

create table storage.uploads (
	version text primary key,
	started_at timestamptz not null default now()
);
comment on table storage.uploads is 'content that belongs to no object yet; what stays here belongs to an upload that broke off';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.chunks enable row level security;
alter table storage.uploads enable row level security;

create policy "the operator does everything with buckets" on storage.buckets
	for all to service_role using (true) with check (true);
create policy "the operator does everything with objects" on storage.objects
	for all to service_role using (true) with check (true);
create policy "the operator does everything with content" on storage.chunks
	for all to service_role using (true) with check (true);
create policy "the operator does everything with uploads" on storage.uploads
	for all to service_role using (true) with check (true);
-- The inner select runs under the policies of objects.
create policy "who sees an object reads its content" on storage.chunks
	for select to anon, authenticated
	using (exists (select from storage.objects object where object.version = chunks.version));

-- Not granted to people: writing. Letting them upload somewhere takes a policy and a grant on storage.objects, nothing else.
grant select on storage.buckets, storage.objects, storage.chunks to anon, authenticated;
grant all on storage.buckets, storage.objects, storage.chunks, storage.uploads to service_role;

-- Content goes when its object goes or gets another one, whoever brought that about, and stops being an upload when an
-- object takes it. Callers have no rights on content, so this runs as the owner of the tables.
create function storage.settle_content() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
	if tg_op = 'DELETE' or (tg_op = 'UPDATE' and old.version is distinct from new.version) then
		delete from storage.chunks where version = old.version;
	end if;
	if tg_op <> 'DELETE' then
		delete from storage.uploads where version = new.version;
	end if;
	return null;
end
$$;
create trigger objects_settle_content after insert or delete or update of version on storage.objects
	for each row execute function storage.settle_content();

-- The list of official forms; the files themselves lie in the bucket of the same name.
create table public.documents (
	id uuid primary key default gen_random_uuid(),
	title text not null check (char_length(title) between 1 and 200),
	description text check (char_length(description) <= 2000),
	filename text not null unique check (char_length(filename) between 1 and 200),
	created_at timestamptz not null default now()
);
create index documents_created_at_idx on public.documents (created_at desc, id);

alter table public.documents enable row level security;

create policy "everybody reads the list of forms" on public.documents
	for select to anon, authenticated using (true);
create policy "the operator does everything with documents" on public.documents
	for all to service_role using (true) with check (true);

-- Not granted to people: writing.
grant select on public.documents to anon, authenticated;
grant all on public.documents to service_role;

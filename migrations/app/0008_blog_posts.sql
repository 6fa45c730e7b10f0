-- Articles. The unpublished ones are drafts of the operator.
create table public.blog_posts (
	id uuid primary key default gen_random_uuid(),
	title text not null check (char_length(title) between 1 and 200),
	excerpt text check (char_length(excerpt) <= 1000),
	content text not null,
	published_at timestamptz,
	author text not null default 'Faro Migrante' check (char_length(author) <= 100),
	slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	published boolean not null default false,
	featured boolean not null default false,
	created_at timestamptz not null default now()
);
comment on column public.blog_posts.content is 'paragraphs separated by blank lines';
create index blog_posts_published_at_idx on public.blog_posts (published_at desc) where published;

alter table public.blog_posts enable row level security;

create policy "everybody reads published posts" on public.blog_posts
	for select to anon, authenticated using (published);
create policy "the operator does everything with posts" on public.blog_posts
	for all to service_role using (true) with check (true);

-- Not granted to people: writing.
grant select on public.blog_posts to anon, authenticated;
grant all on public.blog_posts to service_role;

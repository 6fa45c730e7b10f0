-- Conversations a person chose to keep.
create table public.saved_chats (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null default auth.uid() references auth.users on delete cascade,
	title text not null check (char_length(title) between 1 and 60),
	content text not null check (octet_length(content) <= 200000),
	is_favorite boolean not null default false,
	created_at timestamptz not null default now()
);
comment on column public.saved_chats.content is 'JSON text with the fields question and answer';
create index saved_chats_user_id_created_at_idx on public.saved_chats (user_id, created_at desc, id);

alter table public.saved_chats enable row level security;

create policy "people read their own saved chats" on public.saved_chats
	for select to authenticated using (user_id = (select auth.uid()));
create policy "people save chats of their own" on public.saved_chats
	for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people update their own saved chats" on public.saved_chats
	for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people delete their own saved chats" on public.saved_chats
	for delete to authenticated using (user_id = (select auth.uid()));
create policy "the operator does everything with saved chats" on public.saved_chats
	for all to service_role using (true) with check (true);

-- Not granted: changing whose it is or when it was saved.
grant select, delete on public.saved_chats to authenticated;
grant insert (user_id, title, content, is_favorite) on public.saved_chats to authenticated;
grant update (title, is_favorite) on public.saved_chats to authenticated;
grant all on public.saved_chats to service_role;

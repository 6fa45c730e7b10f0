-- What the assistant remembers of the conversation under way: one row per person, cleared when the chat is opened afresh.
create table public.assistant_memory (
	user_id uuid primary key default auth.uid() references auth.users on delete cascade,
	state jsonb not null check (octet_length(state::text) <= 100000),
	updated_at timestamptz not null default now()
);

alter table public.assistant_memory enable row level security;

create policy "people read their own memory" on public.assistant_memory
	for select to authenticated using (user_id = (select auth.uid()));
create policy "people begin a memory of their own" on public.assistant_memory
	for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people continue their own memory" on public.assistant_memory
	for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people clear their own memory" on public.assistant_memory
	for delete to authenticated using (user_id = (select auth.uid()));
create policy "the operator does everything with memories" on public.assistant_memory
	for all to service_role using (true) with check (true);

grant select, insert, update, delete on public.assistant_memory to authenticated;
grant all on public.assistant_memory to service_role;

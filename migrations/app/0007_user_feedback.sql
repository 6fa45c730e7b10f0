-- Messages of the public form. Anyone may write one, nobody but the operator reads them.
create table public.user_feedback (
	id uuid primary key default gen_random_uuid(),
	first_name text not null check (char_length(first_name) between 2 and 100),
	last_name text not null check (char_length(last_name) between 2 and 100),
	email text not null check (char_length(email) between 3 and 254),
	message text not null check (char_length(message) between 10 and 4000),
	user_id uuid default auth.uid() references auth.users on delete cascade,
	created_at timestamptz not null default now()
);
comment on column public.user_feedback.user_id is 'who was signed in while writing, so that it goes when their account goes';
create index user_feedback_user_id_idx on public.user_feedback (user_id);

alter table public.user_feedback enable row level security;

create policy "anyone sends a message in nobody else's name" on public.user_feedback
	for insert to anon, authenticated with check (user_id is not distinct from (select auth.uid()));
create policy "the operator does everything with messages" on public.user_feedback
	for all to service_role using (true) with check (true);

-- Not granted to people: reading, changing, deleting, and naming the writer: user_id comes from the session.
grant insert (first_name, last_name, email, message) on public.user_feedback to anon, authenticated;
grant all on public.user_feedback to service_role;

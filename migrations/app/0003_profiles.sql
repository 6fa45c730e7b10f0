-- What a person tells about themselves. The client inserts its own row after sign-up.
create table public.profiles (
	id uuid primary key references auth.users on delete cascade,
	email text check (char_length(email) <= 254),
	first_name text check (char_length(first_name) <= 100),
	last_name text check (char_length(last_name) <= 100),
	phone_number text check (char_length(phone_number) <= 40),
	plan text not null default 'UNLIMITED' check (plan in ('FREE', 'UNLIMITED')),
	preferred_language text not null default 'es' check (preferred_language in ('es', 'en')),
	voice_id text check (char_length(voice_id) <= 100),
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
comment on table public.profiles is 'one row per person; the plan is changed by the server alone';

alter table public.profiles enable row level security;

create policy "people read their own profile" on public.profiles
	for select to authenticated using (id = (select auth.uid()));
create policy "people create their own profile, with the open plan" on public.profiles
	for insert to authenticated with check (id = (select auth.uid()) and plan = 'UNLIMITED');
create policy "people update their own profile" on public.profiles
	for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "the operator does everything with profiles" on public.profiles
	for all to service_role using (true) with check (true);

-- Not granted: delete (a row that could be inserted again would be a way to change the plan), update of id and plan.
grant select on public.profiles to authenticated;
grant insert (id, email, first_name, last_name, phone_number, plan, preferred_language, voice_id) on public.profiles to authenticated;
grant update (email, first_name, last_name, phone_number, preferred_language, voice_id) on public.profiles to authenticated;
grant all on public.profiles to service_role;

create function faro.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
	new.updated_at := now();
	return new;
end
$$;
create trigger profiles_touch_updated_at before update on public.profiles
	for each row execute function faro.touch_updated_at();

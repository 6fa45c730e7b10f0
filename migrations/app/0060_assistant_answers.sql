-- An answer that a language model is still giving, so that it can be taken up again on any replica: at most one per person,
-- gone when it has been given (it then stands in assistant_memory) and after ten minutes at the latest.
create table public.assistant_answers (
	id uuid primary key,
	user_id uuid not null unique references auth.users on delete cascade,
	request_id text not null check (char_length(request_id) between 8 and 64),
	state text not null default 'running' check (state in ('running', 'stopping', 'failed')),
	pieces text[] not null default '{}' check (cardinality(pieces) <= 1000),
	code text check (char_length(code) <= 60),
	touched_at timestamptz not null default now(),
	expires_at timestamptz not null default now() + interval '10 minutes'
);
comment on table public.assistant_answers is 'answers under way; touched_at grows old when the process that gives one has died';
create index assistant_answers_expires_at on public.assistant_answers (expires_at);

alter table public.assistant_answers enable row level security;

create policy "people read their own answers until they expire" on public.assistant_answers
	for select to authenticated using (user_id = (select auth.uid()) and expires_at > now());
create policy "people delete their own answers" on public.assistant_answers
	for delete to authenticated using (user_id = (select auth.uid()));
create policy "the operator does everything with answers" on public.assistant_answers
	for all to service_role using (true) with check (true);

-- Not granted: insert and update. What is written goes through the functions below, in the person's own name.
grant select, delete on public.assistant_answers to authenticated;
grant all on public.assistant_answers to service_role;

create function faro.begin_answer(answer_id uuid, asked_with text) returns void
language sql volatile security definer set search_path = ''
as $$
	insert into public.assistant_answers (id, user_id, request_id) values (answer_id, auth.uid(), asked_with)
	on conflict (user_id) do update set
		id = excluded.id,
		request_id = excluded.request_id,
		state = 'running',
		pieces = '{}',
		code = null,
		touched_at = now(),
		expires_at = excluded.expires_at
$$;
comment on function faro.begin_answer is 'the caller''s new answer, in place of an earlier one';

create function faro.tell_answer(answer_id uuid, told text[]) returns text
language sql volatile security definer set search_path = ''
as $$
	update public.assistant_answers set pieces = told, touched_at = now()
	where id = answer_id and user_id = auth.uid() and state in ('running', 'stopping')
	returning state
$$;
comment on function faro.tell_answer is 'what the caller''s answer says so far; gives its state, null when it is gone';

create function faro.stop_answer(answer_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
	update public.assistant_answers set state = 'stopping'
	where id = answer_id and user_id = auth.uid() and state = 'running'
$$;
comment on function faro.stop_answer is 'asks whoever gives the caller''s answer to stop';

create function faro.fail_answer(answer_id uuid, why text) returns void
language sql volatile security definer set search_path = ''
as $$
	update public.assistant_answers set state = 'failed', code = why, pieces = '{}'
	where id = answer_id and user_id = auth.uid()
$$;
comment on function faro.fail_answer is 'the caller''s answer came to nothing';

grant usage on schema faro to authenticated;
revoke execute on function faro.begin_answer, faro.tell_answer, faro.stop_answer, faro.fail_answer from public;
grant execute on function faro.begin_answer, faro.tell_answer, faro.stop_answer, faro.fail_answer to authenticated;

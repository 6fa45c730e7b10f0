-- Where accounts live in another service, sessions are not in this database: that service is asked before a query, and
-- connections say so with the setting faro.sessions. People get a bare account here, for what belongs to them to refer to.
create or replace function faro.enter(caller_role text, claims text, session_id uuid, time_limit text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
	person_id uuid := (claims::jsonb ->> 'sub')::uuid;
	is_elsewhere boolean := caller_role = 'authenticated' and current_setting('faro.sessions', true) = 'elsewhere';
begin
	if is_elsewhere and not exists (select from auth.users where id = person_id) then
		insert into auth.users (id, aud, role) values (person_id, 'authenticated', 'authenticated') on conflict do nothing;
	end if;
	if is_elsewhere and exists (
		select from auth.users person
		where person.id = person_id and (person.deleted_at is not null or person.banned_until >= now())
	) or caller_role = 'authenticated' and is_elsewhere is not true and not exists (
		select
		from auth.sessions session
		join auth.users person on person.id = session.user_id
		where session.id = enter.session_id
			and session.user_id = person_id
			and (session.not_after is null or session.not_after > now())
			and person.deleted_at is null
			and (person.banned_until is null or person.banned_until < now())
	) then
		raise exception using errcode = 'FM401', message = 'the session has ended';
	end if;
	perform set_config('request.jwt.claims', claims, true);
	perform set_config('statement_timeout', time_limit, true);
	perform set_config('role', caller_role, true);
end
$$;

-- Every query of a caller runs in a transaction that begins with faro.enter: the role, the claims and the time limit hold
-- until it ends, and a signed-out, banned or deleted person gets no further.
create function faro.enter(caller_role text, claims text, session_id uuid, time_limit text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
	if caller_role = 'authenticated' and not exists (
		select
		from auth.sessions session
		join auth.users person on person.id = session.user_id
		where session.id = enter.session_id
			and session.user_id = (enter.claims::jsonb ->> 'sub')::uuid
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
comment on function faro.enter is 'begins a caller''s transaction; raises FM401 when the session is gone';
revoke execute on function faro.enter from public;

-- The three roles every request runs as. They belong to the whole cluster, so another database may have made them already.
do $$
begin
	if not exists (select from pg_roles where rolname = 'anon') then
		create role anon nologin noinherit;
	end if;
	if not exists (select from pg_roles where rolname = 'authenticated') then
		create role authenticated nologin noinherit;
	end if;
	if not exists (select from pg_roles where rolname = 'service_role') then
		create role service_role nologin noinherit;
	end if;
end
$$;

comment on role anon is 'a visitor';
comment on role authenticated is 'a person who is signed in';
comment on role service_role is 'the operator; each table has a policy that lets it do everything';

grant anon, authenticated, service_role to current_user;

-- Nothing in public is open unless a migration grants it.
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
-- PostgreSQL lets everybody call every new function; that built-in grant can only be taken back for all schemas at once.
alter default privileges revoke execute on functions from public;

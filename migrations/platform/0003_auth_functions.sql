-- What policies ask about the caller. The claims are set for one transaction by faro.enter.
create function auth.jwt() returns jsonb
language sql stable set search_path = ''
return coalesce(nullif(pg_catalog.current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
comment on function auth.jwt() is 'the claims of the caller''s access token';

create function auth.uid() returns uuid
language sql stable set search_path = ''
return (auth.jwt() ->> 'sub')::uuid;
comment on function auth.uid() is 'the caller''s id, null for a visitor';

create function auth.role() returns text
language sql stable set search_path = ''
return auth.jwt() ->> 'role';
comment on function auth.role() is 'anon, authenticated or service_role';

create function auth.email() returns text
language sql stable set search_path = ''
return auth.jwt() ->> 'email';
comment on function auth.email() is 'the caller''s e-mail as the token states it';

grant usage on schema auth to anon, authenticated, service_role;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

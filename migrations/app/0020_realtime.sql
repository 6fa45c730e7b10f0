-- Tells live subscribers that a row changed: which one and whose, never what stands in it. The server reads the row again
-- as each subscriber before it passes anything on. One more table is one more trigger: its column with the owner is named,
-- and its primary key is called id.
create function faro.announce_change() returns trigger
language plpgsql volatile set search_path = ''
as $$
declare
	changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
	perform pg_notify('faro_changes', jsonb_build_object(
		'table', tg_table_name, 'op', tg_op, 'id', changed -> 'id', 'owner', changed -> tg_argv[0])::text);
	return null;
end
$$;
comment on function faro.announce_change is 'notifies faro_changes of a row''s table, operation, id and owner';
revoke execute on function faro.announce_change from public;

create trigger saved_chats_announce_change after insert or update or delete on public.saved_chats
	for each row execute function faro.announce_change('user_id');

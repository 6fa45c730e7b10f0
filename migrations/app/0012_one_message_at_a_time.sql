-- A list of messages in one request would count as one message against the hourly limit.
create function faro.take_one_message() returns trigger
language plpgsql set search_path = '' as $$
begin
	if current_user in ('anon', 'authenticated') and (select count(*) from taken) > 1 then
		raise exception 'One message at a time' using errcode = 'check_violation';
	end if;
	return null;
end
$$;

create trigger one_message_at_a_time after insert on public.user_feedback
	referencing new table as taken for each statement execute function faro.take_one_message();

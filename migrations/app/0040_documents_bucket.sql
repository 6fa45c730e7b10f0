-- The library of official forms: everybody lists and reads it, only the operator writes. Also where a hosted platform
-- brought the storage tables; without any, another service keeps the files and is told there.
do $$
begin
	if to_regclass('storage.buckets') is null then
		return;
	end if;

	insert into storage.buckets (id, name, public) values ('documents', 'documents', true) on conflict do nothing;

	-- A hosted platform may know them from an earlier installation.
	drop policy if exists "everybody sees the bucket of forms" on storage.buckets;
	drop policy if exists "everybody reads the forms" on storage.objects;
	create policy "everybody sees the bucket of forms" on storage.buckets
		for select to anon, authenticated using (id = 'documents');
	create policy "everybody reads the forms" on storage.objects
		for select to anon, authenticated using (bucket_id = 'documents');
end
$$;

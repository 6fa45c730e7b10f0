-- Answers to the survey of the signed-in: sixteen ratings from 1 to 5, five open questions, a general comment. All optional.
create table public.feedback (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null default auth.uid() references auth.users on delete cascade,
	expectations_met smallint check (expectations_met between 1 and 5),
	information_clarity smallint check (information_clarity between 1 and 5),
	intuitive_navigation smallint check (intuitive_navigation between 1 and 5),
	positive_experience smallint check (positive_experience between 1 and 5),
	support_usefulness smallint check (support_usefulness between 1 and 5),
	resource_effectiveness smallint check (resource_effectiveness between 1 and 5),
	response_times smallint check (response_times between 1 and 5),
	ease_of_use smallint check (ease_of_use between 1 and 5),
	accessibility smallint check (accessibility between 1 and 5),
	clear_processes smallint check (clear_processes between 1 and 5),
	visual_appeal smallint check (visual_appeal between 1 and 5),
	readability smallint check (readability between 1 and 5),
	intuitive_layout smallint check (intuitive_layout between 1 and 5),
	would_recommend smallint check (would_recommend between 1 and 5),
	future_use smallint check (future_use between 1 and 5),
	needs_consideration smallint check (needs_consideration between 1 and 5),
	expectations_details text check (char_length(expectations_details) <= 4000),
	support_feedback text check (char_length(support_feedback) <= 4000),
	usability_suggestions text check (char_length(usability_suggestions) <= 4000),
	design_suggestions text check (char_length(design_suggestions) <= 4000),
	recommendation_factors text check (char_length(recommendation_factors) <= 4000),
	additional_comments text check (char_length(additional_comments) <= 4000),
	created_at timestamptz not null default now()
);
create index feedback_user_id_idx on public.feedback (user_id);

alter table public.feedback enable row level security;

create policy "people send feedback of their own" on public.feedback
	for insert to authenticated with check (user_id = (select auth.uid()));
create policy "the operator does everything with feedback" on public.feedback
	for all to service_role using (true) with check (true);

-- Not granted to people: reading, changing, deleting. The answers are for the operator.
grant insert (
	user_id,
	expectations_met,
	information_clarity,
	intuitive_navigation,
	positive_experience,
	support_usefulness,
	resource_effectiveness,
	response_times,
	ease_of_use,
	accessibility,
	clear_processes,
	visual_appeal,
	readability,
	intuitive_layout,
	would_recommend,
	future_use,
	needs_consideration,
	expectations_details,
	support_feedback,
	usability_suggestions,
	design_suggestions,
	recommendation_factors,
	additional_comments
) on public.feedback to authenticated;
grant all on public.feedback to service_role;

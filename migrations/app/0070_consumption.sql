-- What of an offer is used up: the demo's questions, the website helper's, the plan FREE's, a day's text messages and calls
-- of models and voices. Apart from rates, because these counts last for days and belong to what is offered or paid for.
create table faro.consumption (
	key text primary key check (char_length(key) <= 255),
	points integer not null default 0,
	expire bigint
);
create index consumption_expire_idx on faro.consumption (expire);

alter table faro.consumption enable row level security;
-- Not granted: anything, to anybody. The operator's key neither reads nor changes it.
comment on table faro.consumption is 'counted by the server alone: no policy, no grant';
comment on column faro.consumption.key is
	'rule, window and a keyed hash of whose it is. No account, device or address can be read from it, so nothing here is deleted with an account; it goes when its window ends';
comment on column faro.consumption.expire is 'when the window ends, in milliseconds since 1970';

-- What was counted until now goes on counting.
with moved as (
	delete from faro.rate_limits
	where split_part(key, ':', 1) in (
		'demo-device', 'demo-address', 'website-device', 'website-address', 'free-question', 'sms-day', 'ai-day', 'speech-day'
	)
	returning key, points, expire
)
insert into faro.consumption (key, points, expire) select key, points, expire from moved;

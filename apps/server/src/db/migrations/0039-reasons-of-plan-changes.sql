-- Changes of a utility rate plan are kept with the reason that was given; of earlier ones it is unknown.
update repricing set cause = cause || '{"reason": null}' where cause ->> 'kind' = 'ratePlan' and not cause ? 'reason';

-- Days of few visits (skipped) now hold their totals too; those marked before that hold nothing and would answer 0.
update breakdown_days set state = 'dirty' where state = 'skipped';

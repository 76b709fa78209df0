-- Which price lists name a time-of-use plan or one of its blocks, without reading all of them.
create index price_list_terms on price_list using gin (terms jsonb_path_ops);

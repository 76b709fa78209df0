-- Nothing is planned by how often a pair of letters occurs: without these statistics a table of 300,000 devices is analysed in
-- a fraction of the time (decision 26).
alter index app_user_grams alter column 1 set statistics 0;
alter index app_user_grams alter column 2 set statistics 0;
alter index app_user_grams alter column 3 set statistics 0;
alter index location_grams alter column 1 set statistics 0;
alter index controller_search_grams alter column 1 set statistics 0;
alter index controller_search_grams alter column 2 set statistics 0;
alter index controller_search_grams alter column 3 set statistics 0;
alter index controller_search_grams alter column 4 set statistics 0;
alter index controller_search_grams alter column 5 set statistics 0;
alter index controller_search_grams alter column 6 set statistics 0;
alter index controller_search_grams alter column 7 set statistics 0;
alter index controller_search_grams alter column 8 set statistics 0;
alter index controller_search_grams alter column 9 set statistics 0;
alter index device_search_grams alter column 1 set statistics 0;
alter index device_search_grams alter column 2 set statistics 0;
alter index device_search_grams alter column 3 set statistics 0;
alter index device_search_grams alter column 4 set statistics 0;

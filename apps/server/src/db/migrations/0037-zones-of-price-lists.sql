-- Which market regions price lists follow is asked twice a minute: found without reading the lists.
create index price_list_buy_region on price_list ((terms -> 'buy' ->> 'region'))
  where terms -> 'buy' ->> 'kind' = 'spot_market';
create index price_list_sell_region on price_list ((terms -> 'sell' ->> 'region'))
  where terms -> 'sell' ->> 'kind' = 'spot_market';

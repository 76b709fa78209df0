import from20130701 from './2013-07-01.json' with { type: 'json' }
import from20160101 from './2016-01-01.json' with { type: 'json' }
import from20210101 from './2021-01-01.json' with { type: 'json' }
import from20220101 from './2022-01-01.json' with { type: 'json' }
import from20220201 from './2022-02-01.json' with { type: 'json' }
import from20220501 from './2022-05-01.json' with { type: 'json' }
import from20220801 from './2022-08-01.json' with { type: 'json' }
import from20220901 from './2022-09-01.json' with { type: 'json' }
import from20230101 from './2023-01-01.json' with { type: 'json' }
import from20230601 from './2023-06-01.json' with { type: 'json' }
import from20230901 from './2023-09-01.json' with { type: 'json' }
import from20231101 from './2023-11-01.json' with { type: 'json' }
import from20240101 from './2024-01-01.json' with { type: 'json' }
import from20241001 from './2024-10-01.json' with { type: 'json' }
import from20250101 from './2025-01-01.json' with { type: 'json' }
import from20250301 from './2025-03-01.json' with { type: 'json' }
import from20250501 from './2025-05-01.json' with { type: 'json' }
import from20250701 from './2025-07-01.json' with { type: 'json' }
import from20251101 from './2025-11-01.json' with { type: 'json' }
import from20260101 from './2026-01-01.json' with { type: 'json' }
import from20260301 from './2026-03-01.json' with { type: 'json' }
import from20261101 from './2026-11-01.json' with { type: 'json' }
import from20270101 from './2027-01-01.json' with { type: 'json' }
import from20280101 from './2028-01-01.json' with { type: 'json' }
import { createRateBook } from './rate-book.ts'
import type { RateFile } from './rate-file.ts'

/** The dated files as published, in order of their first day. A test checks each against its type. */
export const publishedRateFiles = [
  from20130701,
  from20160101,
  from20210101,
  from20220101,
  from20220201,
  from20220501,
  from20220801,
  from20220901,
  from20230101,
  from20230601,
  from20230901,
  from20231101,
  from20240101,
  from20241001,
  from20250101,
  from20250301,
  from20250501,
  from20250701,
  from20251101,
  from20260101,
  from20260301,
  from20261101,
  from20270101,
  from20280101,
] as unknown as RateFile[]

/** All rates and calendars that this package knows. */
export const publishedRates = createRateBook(publishedRateFiles)

export interface EngineRequest {
  op: 'query' | 'script' | 'listen' | 'close'
  text: string
  params?: readonly unknown[]
}

export interface EngineAnswer {
  rows: object[]
  count: number
}

import type { JsonSchema } from './json-schema.ts'

export interface OpenApiParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  example?: unknown
  schema: JsonSchema
}

export type OpenApiContent = Record<string, { schema: JsonSchema; example?: unknown }>

export interface OpenApiResponse {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: OpenApiContent
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-permission'?: string
  /** The relative cost of a call. */
  'x-cost'?: number
  security: Record<string, string[]>[]
  parameters?: (OpenApiParameter | { $ref: string })[]
  requestBody?: { required: true; content: OpenApiContent }
  responses: Record<string, OpenApiResponse>
}

export interface OpenApiPath {
  /** Set if the path is not below the server of the document. */
  servers?: { url: string; description: string }[]
  get?: OpenApiOperation
  post?: OpenApiOperation
  put?: OpenApiOperation
  patch?: OpenApiOperation
  delete?: OpenApiOperation
}

export interface OpenApi {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, OpenApiPath>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, OpenApiParameter>
    headers: Record<string, { description: string; schema: JsonSchema }>
    securitySchemes: Record<string, object>
  }
}

/** All operations with their places. */
export function listOperations({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
}

"""The reference of the protocol, made from its source: JSON Schema, OpenAPI, and a page that shows them.

- `descriptions`: what the schemas say about types and fields, taken from docstrings
- `openapi`: JSON Schema and OpenAPI
- `page`: the page that shows the OpenAPI document
"""

"""Exports: charts, pictures, rows and workbooks."""

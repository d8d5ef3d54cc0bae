"""What leaves the program: charts, pictures, workbooks, links to other apps."""

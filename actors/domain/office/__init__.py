"""What office formats share: zip packages, XML without surprises, charts, formulas."""

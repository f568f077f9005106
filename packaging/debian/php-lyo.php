mod debian/lyo.ini

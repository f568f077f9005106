mod debian/lyo-igbinary.ini
